import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filter, id, nothing, row, time } from './shared.ts'

/** Statistics of the home screens (main-console §7). */
export const home = {
  site: endpoint({
    method: 'GET',
    path: '/x/home/site',
    send: 'none',
    own: true,
    input: nothing,
    output: row({ name: z.string().meta({ title: '网站名称' }) }),
    effect: 'read',
    repeat: true,
    access: 'public',
    says: '网站的名称',
  }),
  deptDataCountExcel: endpoint({
    method: 'POST',
    path: '/api/home/deptDataCountExcel',
    send: 'body',
    payload: 'dataSearchDto',
    input: z.object({
      deptId: filter(id('部门')),
      columnId: filter(id('栏目')),
      startTime: filter(time('时间起')),
      endTime: filter(time('时间止', 'end')),
    }),
    output: z.instanceof(Uint8Array),
    reply: 'file',
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '导出部门发文统计表',
  }),
}
