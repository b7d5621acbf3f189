import { useState } from 'react'
import './upload.css'

/** An image as it is, or the word that it cannot be shown. */
export function Shown({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState('')
  return broken === src ? (
    <p className="image-broken">图片无法显示，请检查地址</p>
  ) : (
    <img className="image-shown" src={src} alt={alt} onError={() => setBroken(src)} />
  )
}
