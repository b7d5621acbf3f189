import { serve } from '../../server/serve.ts'

/** A server process for tests that end it hard: `node serve.ts DATA PORT`. Says "ready ADDRESS" when it listens. */
const [, , data = '', port = '0'] = process.argv
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
process.exitCode = await serve({
  port: Number(port),
  host: '127.0.0.1',
  data,
  demo: false,
  site: process.env.XZX_SITE,
  databaseUrl: process.env.DATABASE_URL,
  adminPassword: process.env.XZX_ADMIN_PASSWORD,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  signal: stop.signal,
})
