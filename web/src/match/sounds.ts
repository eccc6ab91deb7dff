/** Dice, guns and the turn, made of noise and a tone; nothing is downloaded. */
export type Sound = "dice" | "gun" | "turn";

let table: AudioContext | null = null;

/** A burst of noise through a filter, or a tone: when it begins, how long it lasts, how high and how loud it is. */
function burst(
  context: AudioContext,
  kind: "noise" | "tone",
  start: number,
  length: number,
  pitch: number,
  loud: number,
): void {
  const at = context.currentTime + start;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  volume.connect(context.destination);
  if (kind === "tone") {
    const tone = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + length);
    return;
  }
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: pitch })).connect(volume);
  source.start(at);
}

export function sound(what: Sound, dice = 1): void {
  if (typeof AudioContext === "undefined") return;
  table ??= new AudioContext();
  if (what === "dice")
    for (let die = 0; die < dice; die++)
      for (const knock of [0.3, 0.42]) burst(table, "noise", knock + die * 0.06, 0.05, 2600, 0.25);
  else if (what === "gun") {
    burst(table, "noise", 0, 0.5, 500, 0.6);
    burst(table, "tone", 0, 0.25, 70, 0.5);
  } else {
    burst(table, "tone", 0, 0.25, 523, 0.2);
    burst(table, "tone", 0.14, 0.4, 784, 0.2);
  }
}
