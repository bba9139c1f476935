package analyzer

func init() {
	add(row{
		Name: "Vim Script", Aliases: "vim viml vimscript nvim",
		Keywords: `let unlet const final var def enddef function endfunction func endfunc if elseif else endif while endwhile
			for endfor in return call execute exe eval set setlocal augroup autocmd au command map noremap nnoremap inoremap
			vnoremap xnoremap onoremap cnoremap tnoremap snoremap nmap imap vmap xmap omap cmap smap unmap nunmap silent
			normal syntax syn highlight hi echo echon echom echomsg echoerr try catch finally endtry throw break continue
			source runtime abort range dict closure is isnot finish import export autoload vim9script scriptencoding
			delfunction keepalt keepjumps noautocmd filetype`,
		Operators: `==# !=# ># >=# <# <=# =~# !~# ==? !=? =~? !~? =~ !~ == != >= <= && || .. ... -> => += -= *= /= %= .= ..=
			?? << >>`,
		NameCont: "#",
		Spans: []span{
			comment(`"`, firstOnLine),
			comment("#", afterBlank|beforeBlank), // Vim 9
			str(`"`), doubledStr(`'`),
			{Open: `\`, Form: literal, When: firstOnLine}, // continues the line before
			{Open: "=<<", Tag: " ", Kind: String, Form: heredoc},
			{Open: "=<< trim", Tag: " ", Kind: String, Form: heredoc},
			{Open: "=<< eval", Tag: " ", Kind: String, Form: heredoc},
			{Open: "=<< trim eval", Tag: " ", Kind: String, Form: heredoc},
			{Open: "<<", Tag: " ", Kind: String, Form: heredoc}, // of another language: python << EOF
		},
	})
}
