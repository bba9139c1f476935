package language

// buildRows are languages of build tools, which contain shell code.
var buildRows = []Row{
	{
		Name: "Makefile", Aliases: "make mk mf gnumake bsdmake",
		Imports: `include|sinclude *, - include *`,
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
		Spans: []Span{
			// Strings are as in the shell. They end with their line, unless \ ends it.
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( ) ${ }", Names: "$"}, // "$$x"
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "$( ) ${ }", Names: "$", When: NotTouchingValue},
			{Open: `'`, Close: `'`, Kind: String, Interp: "$( ) ${ }", Names: "$", Form: "regex"}, // -d' ', but don't
			{Open: `\`, Kind: Operator, Form: "rune-name"},                                        // \# \" \'
			{Open: "#", Flags: Spliced},
		},
	},
	{
		Name: "Dockerfile", Aliases: "docker containerfile",
		// Instructions may be in lower case, but this is rare, and copy or user are frequent names.
		Keywords: `ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER NONE ONBUILD RUN SHELL
				STOPSIGNAL USER VOLUME WORKDIR` + shellReserved,
		Operators: `&& || ;; >> -- $( ${ := :- :+ == != [[ ]]`,
		NameLead:  "$", LeadPlain: true, NameCont: "-", // apt-get, but $HOME-x
		Spans: []Span{
			comment("#", FirstOnLine),
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( ) ${ }", Names: "$"},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', When: NotTouchingValue},
			{Open: `'`, Close: `'`, Kind: String, Form: "regex"}, // -d' ', but don't
			{Open: `\`, Kind: Operator, Form: "rune-name"},
			{Open: "<<", Tag: "-", Mid: "plain", Kind: String, Escape: '\\', Interp: "$( ) ${ }", Names: "$", Form: "heredoc"},
		},
	},
	{
		Name: "CMake", FoldCase: true, // as commands do; few variables differ in case alone
		Imports: `include|find_package (*), cmake_minimum_required (*)`,
		Keywords: `if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro block endblock
			break continue return include set unset option project cmake_minimum_required cmake_policy
			cmake_parse_arguments add_executable add_library add_subdirectory add_custom_command add_custom_target add_test
			add_compile_options add_compile_definitions add_definitions add_dependencies add_link_options enable_language
			enable_testing target_link_libraries target_include_directories target_compile_definitions
			target_compile_options target_compile_features target_sources target_link_options target_link_directories
			link_directories link_libraries include_directories include_guard find_package find_library find_path
			find_program find_file message install export list string file math get_filename_component configure_file
			execute_process set_property get_property set_target_properties get_target_property set_source_files_properties
			set_directory_properties set_tests_properties mark_as_advanced try_compile try_run separate_arguments
			source_group aux_source_directory
			and or not strequal equal less greater less_equal greater_equal matches defined exists true false on off
			version_less version_greater version_equal version_greater_equal version_less_equal in_list is_directory target
			command policy test strless strgreater
			public private interface required components optional_components quiet parent_scope cache force append
			status warning fatal_error send_error author_warning`,
		Operators:   "${ $< $env{ :: >= <= @@",
		LineComment: "#",
		Spans: []Span{
			{Open: "#[", Tag: "=", Mid: "[", Close: "]", End: "]", Form: "tagged"},
			{Open: "[", Tag: "=", Mid: "[", Close: "]", End: "]", Kind: String, Form: "tagged"},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ } $ENV{ } $CACHE{ }", Flags: Multi},
			{Open: `\`, Kind: Operator, Form: "rune-name"},
		},
	},
}

// shellReserved are the reserved words of the shell, which occur in recipes.
const shellReserved = ` if then elif else fi for while until do done case esac in`
