#compdef unspool
# Completion of unspool for zsh.
_unspool() {
	local position= flag=${words[CURRENT-1]/#--/-} word
	local -a list
	for word in ${words[2,CURRENT-1]}; do
		case "$position/$word" in
		'/inspect') position=' inspect' ;;
		'/export') position=' export' ;;
		'/redact') position=' redact' ;;
		'/clone') position=' clone' ;;
		'/serve') position=' serve' ;;
		'/open') position=' open' ;;
		'/completion') position=' completion' ;;
		'/man') position=' man' ;;
		'/help') position=' help' ;;
		'/version') position=' version' ;;
		' export/transcript') position=' export transcript' ;;
		' export/markdown') position=' export markdown' ;;
		' export/html') position=' export html' ;;
		' export/messages') position=' export messages' ;;
		' export/otlp') position=' export otlp' ;;
		' export/chrome') position=' export chrome' ;;
		' export/tables') position=' export tables' ;;
		' completion/bash') position=' completion bash' ;;
		' completion/zsh') position=' completion zsh' ;;
		' completion/fish') position=' completion fish' ;;
		esac
	done
	case "$position/$flag" in
	' inspect/-o') _files; return ;;
	' inspect/-prices') _files; return ;;
	' export transcript/-agent') _message 'id'; return ;;
	' export transcript/-compress') _message 'n'; return ;;
	' export transcript/-drop') _message 'parts'; return ;;
	' export transcript/-keep') _message 'rule'; return ;;
	' export transcript/-keep-turns') _message 'n'; return ;;
	' export transcript/-o') _files; return ;;
	' export transcript/-pattern') _message 'expression'; return ;;
	' export transcript/-prompts') _message 'prompts'; return ;;
	' export transcript/-session') _message 'id'; return ;;
	' export transcript/-without-tools') _message 'tools'; return ;;
	' export transcript/-word') _message 'word'; return ;;
	' export markdown/-agent') _message 'id'; return ;;
	' export markdown/-drop') _message 'parts'; return ;;
	' export markdown/-keep') _message 'rule'; return ;;
	' export markdown/-level') compadd -- dialogue tools all; return ;;
	' export markdown/-o') _files; return ;;
	' export markdown/-pattern') _message 'expression'; return ;;
	' export markdown/-prices') _files; return ;;
	' export markdown/-prompts') _message 'prompts'; return ;;
	' export markdown/-session') _message 'id'; return ;;
	' export markdown/-word') _message 'word'; return ;;
	' export html/-agent') _message 'id'; return ;;
	' export html/-drop') _message 'parts'; return ;;
	' export html/-keep') _message 'rule'; return ;;
	' export html/-level') compadd -- dialogue tools all; return ;;
	' export html/-o') _files; return ;;
	' export html/-pattern') _message 'expression'; return ;;
	' export html/-prices') _files; return ;;
	' export html/-prompts') _message 'prompts'; return ;;
	' export html/-session') _message 'id'; return ;;
	' export html/-word') _message 'word'; return ;;
	' export messages/-agent') _message 'id'; return ;;
	' export messages/-drop') _message 'parts'; return ;;
	' export messages/-keep') _message 'rule'; return ;;
	' export messages/-o') _files; return ;;
	' export messages/-pattern') _message 'expression'; return ;;
	' export messages/-prompts') _message 'prompts'; return ;;
	' export messages/-session') _message 'id'; return ;;
	' export messages/-word') _message 'word'; return ;;
	' export otlp/-drop') _message 'parts'; return ;;
	' export otlp/-endpoint') _message 'url'; return ;;
	' export otlp/-header') _message 'name=value'; return ;;
	' export otlp/-keep') _message 'rule'; return ;;
	' export otlp/-o') _files; return ;;
	' export otlp/-pattern') _message 'expression'; return ;;
	' export otlp/-quiet') _message 'duration'; return ;;
	' export otlp/-session') _message 'id'; return ;;
	' export otlp/-state') _files; return ;;
	' export otlp/-word') _message 'word'; return ;;
	' export chrome/-drop') _message 'parts'; return ;;
	' export chrome/-keep') _message 'rule'; return ;;
	' export chrome/-o') _files; return ;;
	' export chrome/-pattern') _message 'expression'; return ;;
	' export chrome/-session') _message 'id'; return ;;
	' export chrome/-word') _message 'word'; return ;;
	' export tables/-format') compadd -- parquet csv ndjson; return ;;
	' export tables/-o') _files; return ;;
	' export tables/-prices') _files; return ;;
	' export tables/-session') _message 'id'; return ;;
	' redact/-drop') _message 'parts'; return ;;
	' redact/-keep') _message 'rule'; return ;;
	' redact/-o') _files; return ;;
	' redact/-pattern') _message 'expression'; return ;;
	' redact/-word') _message 'word'; return ;;
	' clone/-agent') _message 'id'; return ;;
	' clone/-compress') _message 'n'; return ;;
	' clone/-drop') _message 'parts'; return ;;
	' clone/-keep') _message 'rule'; return ;;
	' clone/-keep-turns') _message 'n'; return ;;
	' clone/-o') _files; return ;;
	' clone/-pattern') _message 'expression'; return ;;
	' clone/-prompts') _message 'prompts'; return ;;
	' clone/-session') _message 'id'; return ;;
	' clone/-without-tools') _message 'tools'; return ;;
	' clone/-word') _message 'word'; return ;;
	' serve/-addr') _message 'address'; return ;;
	' serve/-site') _files; return ;;
	' open/-addr') _message 'address'; return ;;
	' open/-site') _files; return ;;
	esac
	case "$position/${words[CURRENT]}" in
	'/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	'/'*)
		list=(
			'inspect:print totals of sessions, or the structure of their records'
			'export:write a session in another form: a transcript, messages, traces, tables'
			'redact:replace secrets and personal data in transcripts'
			'clone:copy a session with new ids, for Claude Code to resume'
			'serve:show sessions in the browser, and follow them live'
			'open:show one session in the browser'
			'completion:print a script that completes commands and flags in a shell'
			'man:print the manual page'
			'help:print help on a command'
			'version:print the version, commit and Go version of this program'
		)
		_describe command list
		;;
	' inspect/-'*)
		list=(
			'-json:print JSON lines on a terminal, too'
			'-o:write to this file, instead of to standard output'
			'-prices:override the built-in prices with those of this file, in the format of parser/price/prices.tsv'
			'-shape:print one report on the structure of the records instead: types, keys and counts without any content, to paste into a bug report'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export/'*)
		list=(
			'transcript:a transcript that Claude Code can resume, in parts or as a clone'
			'markdown:a Markdown document'
			'html:a page in one file, without scripts'
			'messages:the array of messages for the Messages API, in a JSON object'
			'otlp:a trace for each turn, as JSON lines of OTLP, or sent to -endpoint'
			'chrome:a trace for each turn, as trace events for Perfetto and speedscope'
			'tables:tables of many sessions, as Parquet, CSV or NDJSON, for DuckDB and others'
		)
		_describe command list
		;;
	' export transcript/-'*)
		list=(
			'-agent:the conversation of the agent with this id, or its beginning, instead of the main one'
			'-clone:give the session and its records new ids, like unspool clone does'
			'-compress:keep the last n turns, and put a summary in the place of the others'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-keep-turns:with -without-tools, keep the calls of the last n turns'
			'-o:write to this folder, instead of the main file to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-prompts:keep only these prompts with all that follows each: 12, 12-18, 12- or -5'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-results-only:with -without-tools, keep the calls, and leave out the text of their results only'
			'-session:the id of the session, or its beginning'
			'-without-branches:leave out abandoned branches'
			'-without-thinking:leave out the model'\''s thinking'
			'-without-tools:leave out the calls of these tools, separated by commas, or of all'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export markdown/-'*)
		list=(
			'-agent:the conversation of the agent with this id, or its beginning, instead of the main one'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-level:the level of detail: prompts and replies (dialogue), also a line for each tool call (tools), or also thinking, results and agents (all) (default tools)'
			'-o:write to this file, or into this folder, instead of to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-prices:override the built-in prices with those of this file, in the format of parser/price/prices.tsv'
			'-prompts:keep only these prompts with all that follows each: 12, 12-18, 12- or -5'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-session:the id of the session, or its beginning'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export html/-'*)
		list=(
			'-agent:the conversation of the agent with this id, or its beginning, instead of the main one'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-level:the level of detail: prompts and replies (dialogue), also a line for each tool call (tools), or also thinking, results and agents (all) (default tools)'
			'-o:write to this file, or into this folder, instead of to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-prices:override the built-in prices with those of this file, in the format of parser/price/prices.tsv'
			'-prompts:keep only these prompts with all that follows each: 12, 12-18, 12- or -5'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-session:the id of the session, or its beginning'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export messages/-'*)
		list=(
			'-agent:the conversation of the agent with this id, or its beginning, instead of the main one'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-from-compaction:begin with the summary of the last compaction'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-o:write to this file, or into this folder, instead of to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-prompts:keep only these prompts with all that follows each: 12, 12-18, 12- or -5'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-session:the id of the session, or its beginning'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export otlp/-'*)
		list=(
			'-content:with the texts of prompts and replies, and the inputs and results of calls'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-endpoint:send them to the OTLP receiver at this url, such as http://localhost:4318'
			'-follow:with -state: go on, and send each turn once it is complete, until interrupted'
			'-header:send this name=value with each request to the receiver'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-o:write to this file, or into this folder, instead of to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-quiet:with -follow: the duration for which a session must be unchanged until its last turn is complete (default 10s)'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-session:the id of the session, or its beginning'
			'-state:with -endpoint: record in this file what was sent, and send only what is new; takes several paths'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export chrome/-'*)
		list=(
			'-content:with the texts of prompts and replies, and the inputs and results of calls'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-o:write to this file, or into this folder, instead of to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-session:the id of the session, or its beginning'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' export tables/-'*)
		list=(
			'-format:the format of the files: parquet, csv or ndjson (default parquet)'
			'-o:write to this folder, which must be empty or not exist'
			'-partition:write folders by project and month, in the form of Hive'
			'-prices:override the built-in prices with those of this file, in the format of parser/price/prices.tsv'
			'-redact:not for tables: run unspool redact first, and export its output'
			'-session:only the session with this id, or with this beginning of its id'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' redact/-'*)
		list=(
			'-drop:leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-json:with -list: print one JSON object per value'
			'-keep:keep what this rule, kind or value names; can be repeated'
			'-list:print what was found, with its context, and write no transcript'
			'-o:write to this file, or for several files to this folder, instead of to standard output'
			'-pattern:also replace what this regular expression matches (RE2); can be repeated'
			'-show:with -list: print values in full, instead of their beginning and end'
			'-word:also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' clone/-'*)
		list=(
			'-agent:the conversation of the agent with this id, or its beginning, instead of the main one'
			'-compress:keep the last n turns, and put a summary in the place of the others'
			'-drop:with -redact: leave out these parts, separated by commas: images, outputs, thinking, files, context'
			'-keep:with -redact: keep what this rule, kind or value names; can be repeated'
			'-keep-turns:with -without-tools, keep the calls of the last n turns'
			'-o:write to this folder, instead of the main file to standard output'
			'-pattern:with -redact: also replace what this regular expression matches (RE2); can be repeated'
			'-prompts:keep only these prompts with all that follows each: 12, 12-18, 12- or -5'
			'-redact:replace secrets and personal data, like unspool redact does'
			'-results-only:with -without-tools, keep the calls, and leave out the text of their results only'
			'-session:the id of the session, or its beginning'
			'-without-branches:leave out abandoned branches'
			'-without-thinking:leave out the model'\''s thinking'
			'-without-tools:leave out the calls of these tools, separated by commas, or of all'
			'-word:with -redact: also replace this word, in any case; can be repeated'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' serve/-'*)
		list=(
			'-addr:loopback address; a free port is used if this one is taken (default 127.0.0.1:8677)'
			'-no-browser:open no browser; BROWSER=none in the environment does the same'
			'-site:folder of a built site with the viewer, in place of the one in this program'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' open/-'*)
		list=(
			'-addr:loopback address; a free port is used if this one is taken (default 127.0.0.1:8677)'
			'-no-browser:open no browser; BROWSER=none in the environment does the same'
			'-site:folder of a built site with the viewer, in place of the one in this program'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' completion/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' completion/'*)
		list=(
			'bash:for bash'
			'zsh:for zsh'
			'fish:for fish'
		)
		_describe command list
		;;
	' completion bash/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' completion zsh/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' completion fish/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' man/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' help/-'*)
		list=(
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	' help/'*)
		list=(
			'inspect:print totals of sessions, or the structure of their records'
			'export:write a session in another form: a transcript, messages, traces, tables'
			'redact:replace secrets and personal data in transcripts'
			'clone:copy a session with new ids, for Claude Code to resume'
			'serve:show sessions in the browser, and follow them live'
			'open:show one session in the browser'
			'completion:print a script that completes commands and flags in a shell'
			'man:print the manual page'
			'help:print help on a command'
			'version:print the version, commit and Go version of this program'
		)
		_describe command list
		;;
	' version/-'*)
		list=(
			'-json:print one JSON object'
			'-help:print help'
		)
		[[ ${words[CURRENT]} == --* ]] && list=(-${^list})
		_describe -o flag list
		;;
	*) _files ;;
	esac
}
if [[ $funcstack[1] == _unspool ]]; then
	_unspool "$@"
else
	compdef _unspool unspool
fi
