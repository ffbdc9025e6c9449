declare module 'heic-decode' {
  interface Picture {
    width: number;
    height: number;
    /** RGBA, row by row. */
    data: Uint8ClampedArray;
  }
  export default function decode(options: { buffer: Uint8Array }): Promise<Picture>;
}
