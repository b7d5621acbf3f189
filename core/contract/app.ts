import { z } from 'zod'
import { appStates } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  address,
  choice,
  chosen,
  count,
  id,
  idText,
  int,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  name: sampled(text('应用名称', 60, 1).trim(), '县政协办公平台'),
  icon: address('图标', 200).nullish(),
  loginPage: address('登录页', 200).nullish(),
  enabled: choice('状态', appStates).optional(),
}

/** An application as replies show it. */
export const appRow = row({
  id: idText(),
  appId: idText('应用编号'),
  appKey: z.string().meta({ title: '应用标识' }),
  name: z.string().meta({ title: '应用名称' }),
  icon: words('图标'),
  loginPage: words('登录页'),
  enabled: chosen('状态', appStates),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** The consoles that people sign in to: the office's own, and that of the departments which report (main-console §8). */
export const app = {
  list: endpoint({
    method: 'POST',
    path: '/app/list',
    send: 'body',
    input: z.object(page),
    output: pageOf(appRow),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '查询应用',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/app/view',
    send: 'query',
    wire: { id: 'appId' },
    input: z.object({ id: id('应用') }),
    output: appRow,
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '查看应用',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/app/edit',
    send: 'body',
    wire: { id: 'appId' },
    input: z.object({
      id: id('应用'),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: appRow,
    effect: 'write',
    access: 'granted',
    says: '修改应用',
    tells: '修改应用{}',
  }),
}
