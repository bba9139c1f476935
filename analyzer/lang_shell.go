package analyzer

// The Unix shells.

const shellKeywords = `if then elif else fi for while until do done case esac in function select time coproc
	alias bg break cd command continue declare echo eval exec exit export false fg getopts hash jobs kill let
	local printf pwd read readonly return set shift shopt source test times trap true type typeset ulimit umask
	unalias unset wait
	awk basename cat chmod chown cp curl cut date dirname expr find grep gzip head install ln ls make mkdir mktemp
	mv ps rm rmdir sed sleep sort ssh sudo tail tar tee touch tr uname uniq wc wget which xargs`

func init() {
	add(row{
		Name: "Shell", Aliases: "sh bash zsh ksh dash", Linguist: "Alpine Abuild, Gentoo Ebuild, Gentoo Eclass, OpenRC runscript, ShellSession, Tcsh, fish",
		Keywords:  shellKeywords,
		Operators: `&& || ;; ;& ;;& |& >> << <<- <<< <> >& <& >| &> &>> $( $(( ${ (( )) [[ ]] == != =~ <= >= += -= *= /= ++ -- **`,

		Spans: []span{
			comment("#", afterBlank),
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( ) ${ } ` `", Flags: multi},
			rawStr(`'`, `'`),
			{Open: `$'`, Close: `'`, Kind: String, Escape: '\\', Flags: multi},
			{Open: `\`, Kind: Operator, Form: runeName}, // outside of strings: don\'t
			{Open: "<<", Tag: "- ", Kind: String, Form: heredoc},
		},
	})
}
