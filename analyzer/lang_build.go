package analyzer

// Languages that drive builds and hold pieces of shell.

// shellReserved are the reserved words of the shell, for the pieces of it in recipes.
const shellReserved = ` if then elif else fi for while until do done case esac in`

func init() {
	add(
		row{
			Name: "Makefile", Aliases: "make mk mf gnumake bsdmake",
			Keywords: `ifeq ifneq ifdef ifndef endif include sinclude define endef override export unexport private undefine
				vpath VPATH MAKE MAKEFLAGS
				subst patsubst findstring filter filter-out wordlist firstword lastword notdir
				basename addsuffix addprefix wildcard realpath abspath foreach call eval
				origin flavor shell 
				.PHONY .SUFFIXES .DEFAULT .PRECIOUS .INTERMEDIATE .SECONDARY .SECONDEXPANSION .DELETE_ON_ERROR .IGNORE
				.LOW_RESOLUTION_TIME .SILENT .EXPORT_ALL_VARIABLES .NOTPARALLEL .ONESHELL .POSIX
				.if .ifdef .ifndef .ifmake .elif .else .endif .for .endfor .include .sinclude .undef .error .warning .info` +
				shellReserved,
			Operators: `:= ::= :::= ?= += != :: && || ;; >> << == -= $$ $( ${ $@ $< $^ $? $* $+ $% $| $$# $$$$ $$( $${ $$@ $$? $$*
				$$!`,
			NameLead: ".", // .PHONY; the o of foo.o is .o
			NameCont: "-",
			Spans: []span{
				// Strings are those of the shell. They end with their line, or go on behind \ at its end.
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( )"},
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', When: notTouchingValue},
				{Open: `'`, Close: `'`, Kind: String, Form: regex}, // -d' ', but don't
				{Open: `\`, Kind: Operator, Form: runeName},        // \# \" \'
			},
			LineComment: "#",
		},
		row{
			Name: "Dockerfile", Aliases: "docker containerfile",
			// Instructions may be written in lower case, but nobody does, and copy or user are frequent names.
			Keywords: `ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER NONE ONBUILD RUN SHELL
				STOPSIGNAL USER VOLUME WORKDIR` + shellReserved,
			Operators: `&& || ;; >> -- $( ${ := :- :+ == != [[ ]]`,
			NameLead:  "$", LeadPlain: true, NameCont: "-", // apt-get, but $HOME-x
			Spans: []span{
				comment("#", firstOnLine),
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( ) ${ }"},
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', When: notTouchingValue},
				{Open: `'`, Close: `'`, Kind: String, Form: regex}, // -d' ', but don't
				{Open: `\`, Kind: Operator, Form: runeName},
				{Open: "<<", Tag: "-", Kind: String, Form: heredoc},
			},
		},
	)
}
