import "unspool/define";
