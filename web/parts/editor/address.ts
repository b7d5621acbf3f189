/** An address of a link, an image or a video: on the web, or on this site. */
export const isAddress = (url: string): boolean => /^(https?:\/\/|\/(?!\/))\S+$/i.test(url)
