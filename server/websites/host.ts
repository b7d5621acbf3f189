import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, hostname, loadavg, platform, release, totalmem, type, uptime, version } from 'node:os'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'

const mb = (bytes: number) => Math.round(bytes / 1024 / 1024)
const round = (number: number) => Math.round(number * 100) / 100

/** What this machine says of itself; on Windows there is no load. */
export async function hostReport(ctx: Ctx) {
  const processors = cpus()
  const [load1 = 0, load5 = 0, load15 = 0] = loadavg()
  const loads = platform() === 'win32' ? { load1: null, load5: null, load15: null } : null
  const disk = await statfs(ctx.parts.dataDir).catch(() => null)
  return {
    hostName: hostname(),
    os: type(),
    osVersion: `${release()} ${version()}`,
    arch: arch(),
    cpu: processors[0]?.model ?? null,
    cpuCount: processors.length,
    ...(loads ?? { load1: round(load1), load5: round(load5), load15: round(load15) }),
    memoryTotal: mb(totalmem()),
    memoryFree: mb(freemem()),
    diskTotal: disk && mb(disk.blocks * disk.bsize),
    diskFree: disk && mb(disk.bavail * disk.bsize),
    upSeconds: Math.round(uptime()),
    nodeVersion: process.versions.node,
    processMemory: mb(process.memoryUsage.rss()),
    processSeconds: Math.round(process.uptime()),
    database: ctx.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite',
    at: formatTime(ctx.now),
  }
}
