# Hands the words to the program and takes what comes back, a line "word<tab>meaning" each.
_pilothouse() {
  local word last line cut i
  local -a words=()
  # Bash cuts words at "=" and ":". They are put together again here.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    last=$((${#words[@]} - 1))
    if ((last >= 0)) && [[ $word == [=:]* || ${words[last]} == *[=:] ]]; then
      words[last]+=$word
    else
      words+=("$word")
    fi
  done
  word=${words[${#words[@]} - 1]}
  # What stands before the last cut is not to be answered.
  cut=${word%"${word##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
      return
    fi
    line=${line%%$'\t'*}
    [[ $line == *= ]] && compopt -o nospace 2>/dev/null
    COMPREPLY+=("${line#"$cut"}")
  done < <("$1" __complete -- "${words[@]}" 2>/dev/null)
}
complete -F _pilothouse pilothouse
