import type { Parsed } from '../../core/contract/endpoint.ts'
import { test as contract } from '../../core/contract/test.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import { implement } from '../pipeline.ts'

const echo = (ctx: Ctx, { id }: Parsed<typeof contract.get>) => ({
  id: id === undefined ? null : String(id),
  time: formatTime(ctx.now),
})

export const test = implement(contract, { get: echo, bGet: echo })
