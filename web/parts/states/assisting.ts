/** The departments that assist, of those that have a letter: what a form for handing on begins with. */
export const assistingOf = (depts: readonly { readonly deptId: string; readonly lead: unknown }[]): string[] =>
  depts.flatMap(({ deptId, lead }) => (Number(lead) === 0 ? [deptId] : []))
