import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door before a server that can be shut, as when the network is gone. */
export interface Gate {
  readonly url: string
  shut: boolean
  close(): Promise<void>
}

/** Opens one on a free port. */
export async function openGate(to: string): Promise<Gate> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (gate.shut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    // a shut gate cuts what is under way too
    near.on('data', () => gate.shut && near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
  return gate
}
