import { siteTitle } from '../text.ts'
import { eachEndpoint } from './areas.ts'
import { type DescribedField, describeFields, type Json, jsonOf } from './describe.ts'
import { type Area, type Endpoint, proofSays } from './endpoint.ts'
import { documentOf, isEnveloped } from './replies.ts'

const objectOf = (fields: readonly DescribedField[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((f) => [f.name, f.schema])),
  ...(fields.some((f) => f.required) && { required: fields.filter((f) => f.required).map((f) => f.name) }),
})

function bodyOf(e: Endpoint, fields: readonly DescribedField[]): Json | undefined {
  const sent = fields.filter((f) => f.place === 'body' || f.place === 'file')
  if (e.send === 'form') return { required: true, content: { 'multipart/form-data': { schema: objectOf(sent) } } }
  if (e.send === 'list') {
    const items = fields.find((f) => f.name === 'items')?.schema ?? { type: 'array' }
    return { required: true, content: { 'application/json': { schema: items } } }
  }
  if (e.send !== 'body' && sent.length === 0) return undefined
  const schema = { ...objectOf(sent), ...(e.payload && { title: e.payload }) }
  return {
    required: !e.bodyOptional,
    content: {
      'application/json': { schema },
      ...(e.urlencoded && { 'application/x-www-form-urlencoded': { schema } }),
    },
  }
}

function replyOf(e: Endpoint): Json {
  const envelope = {
    type: 'object',
    properties: {
      errorCode: { type: 'string', description: '"0" 为成功' },
      errorMsg: { type: 'string' },
      value: isEnveloped(e) ? jsonOf(e.output, 'output') : {},
      requestId: { type: 'string' },
    },
    required: ['errorCode', 'errorMsg'],
  }
  // a refusal comes in the envelope, whatever the answer is
  const schema = e.reply === 'raw' ? { anyOf: [jsonOf(e.output, 'output'), envelope] } : envelope
  const document = documentOf(e)
  return {
    description: e.says,
    content: {
      'application/json': { schema },
      ...(document && { [document.type]: { schema: { type: 'string', format: 'binary' } } }),
    },
  }
}

function operation(area: string, call: string, e: Endpoint): Json {
  const fields = describeFields(e)
  const outside = fields.filter((f) => f.place === 'path' || f.place === 'query' || f.place === 'header')
  // where the specification has them; whoever can sends the body
  const elsewhere = e.confidential ? fields.filter((f) => f.place === 'body') : []
  const body = bodyOf(e, fields)
  return {
    operationId: `${area}.${call}`,
    tags: [area],
    summary: e.says,
    'x-access': e.access,
    'x-effect': e.effect,
    ...(e.own && { 'x-own': true }),
    ...(e.proof && { 'x-proof': proofSays(e) }),
    ...(e.whole && { 'x-whole': true }),
    parameters: [...outside, ...elsewhere].map((f) => ({
      name: f.name,
      in: elsewhere.includes(f) ? 'query' : f.place,
      required: f.place === 'path' || (f.required && !elsewhere.includes(f)),
      ...(typeof f.schema.title === 'string' && { description: f.schema.title }),
      schema: f.schema,
    })),
    ...(body && { requestBody: body }),
    responses: { '200': replyOf(e), '401': { description: '未登录或登录已过期' } },
    ...(e.access !== 'public' && { security: [{ token: [] }] }),
  }
}

/** The OpenAPI 3.1 document of a contract, made from its declarations alone. */
export function openApi(contract: Readonly<Record<string, Area>>): Json {
  const paths: Record<string, Json> = {}
  for (const [area, call, e] of eachEndpoint(contract)) {
    const methods = e.method === 'ANY' ? ['get', 'post'] : [e.method.toLowerCase()]
    const item = paths[e.path] ?? {}
    paths[e.path] = item
    for (const method of methods) item[method] = operation(area, call, e)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteTitle}后台接口`, version: '1.0.0' },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}
