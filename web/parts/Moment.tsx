/** On a phone day and time stand one below the other, each in one piece. */
export function Moment({ at }: { readonly at: string | null }) {
  const pieces = (at ?? '').split(' ')
  return pieces.map((piece, i) => (
    <span key={piece} style={{ whiteSpace: 'nowrap' }}>
      {i > 0 && ' '}
      {piece}
    </span>
  ))
}
