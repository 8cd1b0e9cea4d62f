import "unspool/define";
import Theme from "vitepress/theme";

export default Theme;
