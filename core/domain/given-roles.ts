interface Given {
  readonly name: string
  readonly roleNames?: string | null
}

const namedMost = 3

/** What many new people are given: each role with how many have it, and the first of them. */
export function givenRoles(users: readonly Given[]): string[] {
  const each = users.flatMap(({ name, roleNames }) => (roleNames ?? '').split('、').map((role) => ({ role, name })))
  const byRole = Map.groupBy(
    each.filter(({ role }) => role !== ''),
    ({ role }) => role,
  )
  return [...byRole].map(([role, people]) => {
    const names = people.slice(0, namedMost).map(({ name }) => name)
    return `授予角色「${role}」：${names.join('、')}${people.length > namedMost ? ` 等 ${people.length} 人` : ''}`
  })
}
