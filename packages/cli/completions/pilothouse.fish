# Hands the words to the program and takes what comes back, a line "word<tab>meaning" each.
function __pilothouse_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete -- $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path (commandline -ct)
    else if test (count $lines) -gt 0
        printf '%s\n' $lines
    end
end
complete -c pilothouse -f -a '(__pilothouse_complete)'
