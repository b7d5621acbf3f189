import type { Person, Reply, TestServer } from './server.ts'

/** A partner's program: it has a token, and calls `interWorking`. */
export interface Program {
  readonly id: string
  readonly key: string
  readonly secret: string
  readonly name: string
  /** Calls `/api/interWorking/article/…`. */
  push(path: string, body?: object): Promise<Reply>
  token(): Promise<string>
}

let made = 0

/** Makes partners as an administrator does, and calls as their programs do. */
export function partnersOf(server: TestServer, admin: () => Person) {
  const exchange = (key: string, secret: string) =>
    server.raw('/api/interWorking/article/getInterWorkingToken', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, secret }),
    })
  return {
    exchange,
    async program(given: object = {}): Promise<Program> {
      made += 1
      const fields = { name: `单位${made}`, kinds: 'leader,org,common,policyDoc,bulletin,mail,apply', ...given }
      const { value } = await admin().call('partner.add', fields)
      const { id, key, secret, name } = value
      let token: Promise<string> | null = null
      const fresh = async () => (await exchange(key, secret)).value.token as string
      return {
        ...{ id, key, secret, name },
        token: fresh,
        async push(path, body = {}) {
          token ??= fresh()
          return server.raw(`/api/interWorking/article/${path}`, {
            method: 'POST',
            headers: { authorization: await token, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        },
      }
    },
  }
}
