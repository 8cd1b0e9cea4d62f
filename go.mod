module unspool

go 1.26.8

require (
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/norunners/vert v0.0.0-20221203075838-106a353d42dd // indirect
	github.com/valyala/fastjson v1.6.10 // indirect
)
