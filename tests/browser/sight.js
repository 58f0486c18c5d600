// What a page looks like to eyes that see fewer colours, as Chromium emulates them.

export const sights = ["none", "deuteranopia", "protanopia", "achromatopsia"];

/** Runs with the page as such eyes see it. */
export async function seenAs(page, type, look) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setEmulatedVisionDeficiency", { type });
  try {
    return await look();
  } finally {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
    await session.detach();
  }
}

/** The pixels of a screenshot, decoded by a page that is not emulated. */
export async function pixelsOf(decoder, png) {
  return decoder.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, bitmap.width, bitmap.height).data];
  }, png.toString("base64"));
}

/** The colour that is furthest from the ground's: a line's own, without the blends at its edges. */
export function strongest(pixels, ground) {
  let [best, most] = [ground, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.slice(at, at + 3);
    const far = distance(colour, ground);
    if (far > most) [best, most] = [colour, far];
  }
  return best;
}

/** How different colours look, in CIELAB: about 2 is just seen, 100 is black and white. */
export function distance(a, b) {
  const [x, y] = [lab(a), lab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function lab(rgb) {
  const [r, g, b] = rgb.map(part => part / 255)
    .map(part => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92));
  const f = t => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
