#compdef pilothouse
# Hands the words to the program and takes what comes back, a line "word<tab>meaning" each.
_pilothouse() {
  local line value
  local -a plain open
  for line in "${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == :files ]]; then
      _files
      return
    fi
    value=${line%%$'\t'*}
    # A setting goes on after its "=", so no space follows it.
    if [[ $value == *= ]]; then
      open+=("${value//:/\\:}:${line#*$'\t'}")
    else
      plain+=("${value//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( $#plain )) && _describe -t words word plain
  (( $#open )) && _describe -t settings setting open -S ''
}
if [[ $funcstack[1] == _pilothouse ]]; then
  _pilothouse "$@"
else
  compdef _pilothouse pilothouse
fi
