module github.com/chaffinch-search/chaffinch/release

go 1.25.0
