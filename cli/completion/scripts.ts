/**
 * What each shell reads to complete the words of `xzx`. No line here evaluates a text: what was typed goes to `xzx complete` as arguments
 * of its own, not as a command line, and what comes back, which may hold names that others have chosen, is quoted before it stands in a line.
 */
const bash = `# xzx: 由 xzx completion bash 生成
__xzx_complete() {
  local line value quoted cur quote='' before word gap rest="$COMP_LINE" at typed=()
  # bash parts words at = and : as well: those between which no blank stands are put together again
  for (( at = 0; at <= COMP_CWORD; at++ )); do
    word="\${COMP_WORDS[at]}"
    before="\${rest%%"$word"*}"
    rest="\${rest#*"$word"}"
    if [[ -z "$word" ]]; then gap="\${COMP_LINE:COMP_POINT-1:1}"; gap="\${gap//[=:]/}"; else gap="$before"; fi
    if (( at > 1 )) && [[ -z "$gap" ]]; then typed[\${#typed[@]}-1]+="$word"; else typed+=("$word"); fi
  done
  cur="\${typed[\${#typed[@]}-1]}"
  if [[ "$cur" == [\\"\\']* ]]; then quote="\${cur:0:1}"; cur="\${cur:1}"; fi
  typed[\${#typed[@]}-1]="$cur"
  [[ "$cur" == --*=* ]] && cur="\${cur#*=}"
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    [[ "$line" == :* || -z "$value" || "$value" != "$cur"* ]] && continue
    # bash replaces only what stands behind the last = or :
    value="\${value#"\${cur%"\${cur##*[=:]}"}"}"
    # within quotes that are open everything stands as it is, but for what means something there too
    case "$quote" in
      "'") [[ "$value" == *\\'* ]] && continue; quoted="$value" ;;
      '"')
        [[ "$value" == *'!'* ]] && continue
        value="\${value//\\\\/\\\\\\\\}"
        value="\${value//\\"/\\\\\\"}"
        value="\${value//\\$/\\\\\\$}"
        quoted="\${value//\\\`/\\\\\\\`}" ;;
      *) printf -v quoted '%q' "$value" ;;
    esac
    COMPREPLY+=("$quoted")
  done < <(command xzx complete -- "\${typed[@]:1}" 2>/dev/null </dev/null)
}

# where xzx offers nothing that fits, the names of files
complete -o default -F __xzx_complete xzx
`

const zsh = `#compdef xzx
# xzx: 由 xzx completion zsh 生成
_xzx() {
  local line value meaning
  local -a typed values shown
  # as they stand there, without their quotes; nothing of it is expanded
  typed=("\${(@Q)words[2,CURRENT]}")
  # a quote that is open yet is none of what is meant
  typed[-1]="\${typed[-1]#[\\"\\']}"
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    meaning=''
    [[ "$line" == *$'\\t'* ]] && meaning="\${line#*$'\\t'}"
    [[ "$line" == :* || -z "$value" ]] && continue
    values+=("$value")
    shown+=("$value\${meaning:+  -- $meaning}")
  done < <(command xzx complete -- "\${typed[@]}" 2>/dev/null </dev/null)
  (( \${#values} )) && compadd -l -d shown -a -- values && return
  # where xzx offers nothing that fits, the names of files, behind the @ of @file too; what was typed is no pattern
  compset -P '@'
  local at="\${(Q)PREFIX}" folder=''
  [[ "$at" == */* ]] && folder="\${at%/*}/"
  local -a files folders
  files=("$folder"*(N-^/))
  folders=("$folder"*(N-/))
  (( \${#files} )) && compadd -f -- "\${files[@]}"
  (( \${#folders} )) && compadd -f -q -S / -- "\${folders[@]}"
}

if [[ "\${funcstack[1]}" == _xzx ]]; then _xzx "$@"; else compdef _xzx xzx; fi
`

const fish = `# xzx: 由 xzx completion fish 生成
function __xzx_complete
    # tokens as they stand there: nothing of them is expanded
    set -l typed (commandline -opc)
    # a quote that is open yet is none of what is meant
    set -l current (commandline -ct | string replace -r '^["\\']' '')
    set -l offered (command xzx complete -- $typed[2..-1] "$current" 2>/dev/null </dev/null | string match -v -r '^:')
    set -q offered[1]; and printf '%s\n' $offered
    set -l begin (string escape --style=regex -- "$current")
    string match -q -r -- "^$begin" $offered; and return
    # where xzx offers nothing that fits, the names of files, behind the @ of @file too; what was typed is no pattern
    set -l at (string unescape -- "$current")
    set -q at[1]; or set at "$current"
    set -l mark (string match -r '^@' -- "$at")
    set -l folder (string replace -r '^@' '' -- "$at" | string replace -r '[^/]*$' '')
    for one in "$folder"*
        if test -d "$one"
            printf '%s\n' "$mark$one/"
        else
            printf '%s\n' "$mark$one"
        end
    end
end

complete -c xzx -e
complete -c xzx -f -a '(__xzx_complete)'
`

const powershell = `# xzx: 由 xzx completion powershell 生成
[Console]::OutputEncoding = [System.Text.Encoding]::UTF8
Register-ArgumentCompleter -Native -CommandName 'xzx' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    # the text of each word, not what it would stand for
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    if ($wordToComplete -eq '') { $typed += '' }
    $program = Get-Command -Name 'xzx' -CommandType Application,ExternalScript -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $program) { return }
    & $program complete '--' @typed 2>$null | Where-Object { $_ -notlike ':*' } | ForEach-Object {
        $value, $meaning = $_ -split "\`t", 2
        if (-not $meaning) { $meaning = $value }
        $quoted = if ($value -match '^[\\p{L}\\p{N}._/-]+$') { $value } else { "'" + $value.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($quoted, $value, 'ParameterValue', $meaning)
    }
}
`

/** The script of each shell that there is one for. */
export const scripts = { zsh, bash, fish, powershell } as const
export type Shell = keyof typeof scripts
