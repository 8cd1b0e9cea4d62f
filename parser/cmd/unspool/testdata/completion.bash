# Completion of unspool for bash. It needs no other script.
_unspool() {
	local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]} path= words= dashes= i
	# bash splits -flag=value at the equals sign.
	if [[ $word == = ]]; then
		word=
	elif [[ $flag == = ]]; then
		flag=${COMP_WORDS[COMP_CWORD-2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$path/${COMP_WORDS[i]}" in
		'/inspect') path=' inspect' ;;
		'/export') path=' export' ;;
		'/redact') path=' redact' ;;
		'/clone') path=' clone' ;;
		'/serve') path=' serve' ;;
		'/open') path=' open' ;;
		'/completion') path=' completion' ;;
		'/man') path=' man' ;;
		'/help') path=' help' ;;
		'/version') path=' version' ;;
		' export/transcript') path=' export transcript' ;;
		' export/markdown') path=' export markdown' ;;
		' export/html') path=' export html' ;;
		' export/messages') path=' export messages' ;;
		' export/otlp') path=' export otlp' ;;
		' export/chrome') path=' export chrome' ;;
		' export/tables') path=' export tables' ;;
		' completion/bash') path=' completion bash' ;;
		' completion/zsh') path=' completion zsh' ;;
		' completion/fish') path=' completion fish' ;;
		esac
	done
	case "$path/${flag/#--/-}" in
	' inspect/-o') return ;; # files
	' inspect/-prices') return ;; # files
	' export transcript/-agent') return ;; # files
	' export transcript/-compress') return ;; # files
	' export transcript/-drop') return ;; # files
	' export transcript/-keep') return ;; # files
	' export transcript/-keep-turns') return ;; # files
	' export transcript/-o') return ;; # files
	' export transcript/-pattern') return ;; # files
	' export transcript/-prompts') return ;; # files
	' export transcript/-session') return ;; # files
	' export transcript/-without-tools') return ;; # files
	' export transcript/-word') return ;; # files
	' export markdown/-agent') return ;; # files
	' export markdown/-drop') return ;; # files
	' export markdown/-keep') return ;; # files
	' export markdown/-level') words='dialogue tools all' ;;
	' export markdown/-o') return ;; # files
	' export markdown/-pattern') return ;; # files
	' export markdown/-prices') return ;; # files
	' export markdown/-prompts') return ;; # files
	' export markdown/-session') return ;; # files
	' export markdown/-word') return ;; # files
	' export html/-agent') return ;; # files
	' export html/-drop') return ;; # files
	' export html/-keep') return ;; # files
	' export html/-level') words='dialogue tools all' ;;
	' export html/-o') return ;; # files
	' export html/-pattern') return ;; # files
	' export html/-prices') return ;; # files
	' export html/-prompts') return ;; # files
	' export html/-session') return ;; # files
	' export html/-word') return ;; # files
	' export messages/-agent') return ;; # files
	' export messages/-drop') return ;; # files
	' export messages/-keep') return ;; # files
	' export messages/-o') return ;; # files
	' export messages/-pattern') return ;; # files
	' export messages/-prompts') return ;; # files
	' export messages/-session') return ;; # files
	' export messages/-word') return ;; # files
	' export otlp/-drop') return ;; # files
	' export otlp/-endpoint') return ;; # files
	' export otlp/-header') return ;; # files
	' export otlp/-keep') return ;; # files
	' export otlp/-o') return ;; # files
	' export otlp/-pattern') return ;; # files
	' export otlp/-quiet') return ;; # files
	' export otlp/-session') return ;; # files
	' export otlp/-state') return ;; # files
	' export otlp/-word') return ;; # files
	' export chrome/-drop') return ;; # files
	' export chrome/-keep') return ;; # files
	' export chrome/-o') return ;; # files
	' export chrome/-pattern') return ;; # files
	' export chrome/-session') return ;; # files
	' export chrome/-word') return ;; # files
	' export tables/-format') words='parquet csv ndjson' ;;
	' export tables/-o') return ;; # files
	' export tables/-prices') return ;; # files
	' export tables/-session') return ;; # files
	' redact/-drop') return ;; # files
	' redact/-keep') return ;; # files
	' redact/-o') return ;; # files
	' redact/-pattern') return ;; # files
	' redact/-word') return ;; # files
	' clone/-agent') return ;; # files
	' clone/-compress') return ;; # files
	' clone/-drop') return ;; # files
	' clone/-keep') return ;; # files
	' clone/-keep-turns') return ;; # files
	' clone/-o') return ;; # files
	' clone/-pattern') return ;; # files
	' clone/-prompts') return ;; # files
	' clone/-session') return ;; # files
	' clone/-without-tools') return ;; # files
	' clone/-word') return ;; # files
	' serve/-addr') return ;; # files
	' serve/-site') return ;; # files
	' open/-addr') return ;; # files
	' open/-site') return ;; # files
	*)
		case "$word" in
		--*) dashes=-- ;;
		-*) dashes=- ;;
		esac
		case "$path/$dashes" in
		'/') words='inspect export redact clone serve open completion man help version' ;;
		'/-'*) words='help' ;;
		' inspect/-'*) words='json o prices shape help' ;;
		' export/') words='transcript markdown html messages otlp chrome tables' ;;
		' export/-'*) words='help' ;;
		' export transcript/-'*) words='agent clone compress drop keep keep-turns o pattern prompts redact results-only session without-branches without-thinking without-tools word help' ;;
		' export markdown/-'*) words='agent drop keep level o pattern prices prompts redact session word help' ;;
		' export html/-'*) words='agent drop keep level o pattern prices prompts redact session word help' ;;
		' export messages/-'*) words='agent drop from-compaction keep o pattern prompts redact session word help' ;;
		' export otlp/-'*) words='content drop endpoint follow header keep o pattern quiet redact session state word help' ;;
		' export chrome/-'*) words='content drop keep o pattern redact session word help' ;;
		' export tables/-'*) words='format o partition prices redact session help' ;;
		' redact/-'*) words='drop json keep list o pattern show word help' ;;
		' clone/-'*) words='agent compress drop keep keep-turns o pattern prompts redact results-only session without-branches without-thinking without-tools word help' ;;
		' serve/-'*) words='addr no-browser site help' ;;
		' open/-'*) words='addr no-browser site help' ;;
		' completion/') words='bash zsh fish' ;;
		' completion/-'*) words='help' ;;
		' completion bash/-'*) words='help' ;;
		' completion zsh/-'*) words='help' ;;
		' completion fish/-'*) words='help' ;;
		' man/-'*) words='help' ;;
		' help/') words='inspect export redact clone serve open completion man help version' ;;
		' help/-'*) words='help' ;;
		' version/-'*) words='json help' ;;
		esac
		;;
	esac
	COMPREPLY=($(compgen -P "$dashes" -W "$words" -- "${word#"$dashes"}"))
}
complete -o default -F _unspool unspool
