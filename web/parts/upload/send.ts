/** `fetch` for uploads: tells the share that has been sent, which the browser's own cannot. */
export const tellingFetch =
  (tell: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      request.responseType = 'arraybuffer'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(replyOf(request))
      request.onerror = () => reject(new TypeError('network'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit)
    })

function replyOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'x-request-id']) headers.set(name, request.getResponseHeader(name) ?? '')
  return new Response(request.response as ArrayBuffer, { status: request.status, headers })
}
