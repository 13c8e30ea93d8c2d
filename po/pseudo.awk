# Turns an English text into one that nobody wrote: accented, in ⟦ ⟧ and longer.
# Placeholders in braces stay as they are. Works on bytes, so any awk will do.
BEGIN {
  plain = "aceilnorsuyzACEILNORSUYZ"
  count = split("à ç é î ł ñ ô ŕ š û ý ž À Ç É Î Ł Ñ Ô Ŕ Š Û Ý Ž", accented, " ")
  for (i = 1; i <= count; i++) other[substr(plain, i, 1)] = accented[i]
  printf "⟦"
}
{
  if (NR > 1) printf "\n"
  placeholder = 0
  for (i = 1; i <= length($0); i++) {
    letter = substr($0, i, 1)
    if (letter == "{") placeholder = 1
    if (letter == "}") placeholder = 0
    if (!placeholder && letter in other) letter = other[letter]
    printf "%s", letter
  }
}
END { printf " ···⟧" }
