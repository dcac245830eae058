package org.banip.recordings;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Writes WFDB records, following header(5) and signal(5) by itself. */
final class WfdbFixture {
    private final String name;
    private final String recordLineEnd;
    private final List<Signal> signals = new ArrayList<>();

    /** A record whose record line goes on, after name and number of signals, with this. */
    WfdbFixture(String name, String recordLineEnd) {
        this.name = name;
        this.recordLineEnd = recordLineEnd;
    }

    /** One signal; {@code samples} has {@code perFrame} for each frame. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Signal(String file, int format, int perFrame, int offset, int[] samples) {
        String line(int number) {
            return file + " " + format + (perFrame == 1 ? "" : "x" + perFrame) + (offset == 0 ? "" : "+" + offset)
                    + " 200/mV 12 0 " + samples[0] + " " + Samples.checksum(samples) + " 0 signal " + number;
        }
    }

    WfdbFixture signal(String file, int format, int perFrame, int offset, int... samples) {
        signals.add(new Signal(file, format, perFrame, offset, samples));
        return this;
    }

    /** Writes header and signal files; the header's path. */
    Path write(Path directory) {
        StringBuilder header = new StringBuilder(name + " " + signals.size() + recordLineEnd + "\n");
        Map<String, List<Signal>> files = new LinkedHashMap<>();
        for (int i = 0; i < signals.size(); i++) {
            header.append(signals.get(i).line(i)).append('\n');
            files.computeIfAbsent(signals.get(i).file(), key -> new ArrayList<>())
                    .add(signals.get(i));
        }
        files.forEach((file, together) -> Fixtures.write(directory.resolve(file), bytes(together)));
        return Fixtures.write(directory.resolve(name + ".hea"), header.toString());
    }

    private static byte[] bytes(List<Signal> together) {
        Signal any = together.get(0);
        List<Integer> multiplexed = new ArrayList<>();
        for (int frame = 0; frame < any.samples().length / any.perFrame(); frame++) {
            for (Signal signal : together) {
                for (int i = 0; i < signal.perFrame(); i++) {
                    multiplexed.add(signal.samples()[frame * signal.perFrame() + i]);
                }
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[any.offset()]);
        bytes.writeBytes(encode(any.format(), multiplexed));
        return bytes.toByteArray();
    }

    static byte[] encode(int format, List<Integer> samples) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < samples.size(); i++) {
            int sample = samples.get(i);
            if (format == 80) {
                bytes.write(sample + 128);
            } else if (format == 212) {
                if (i % 2 == 0) {
                    int second = i + 1 < samples.size() ? samples.get(i + 1) : 0;
                    bytes.write(sample);
                    bytes.write((sample >> 8 & 0x0f) | (second >> 8 & 0x0f) << 4);
                } else {
                    bytes.write(sample);
                }
            } else {
                for (int b = 0; b < format / 8; b++) {
                    bytes.write(sample >> 8 * b);
                }
            }
        }
        return bytes.toByteArray();
    }

    /** Random samples over the whole range of a format, its ends among them. */
    static int[] samples(int format, int count, Random random) {
        int bits = format == 80 ? 8 : format == 212 ? 12 : format;
        int lowest = -1 << (bits - 1);
        int[] samples = new int[count];
        for (int i = 0; i < count; i++) {
            int choice = random.nextInt(16);
            samples[i] = choice == 0 ? lowest : choice == 1 ? -1 - lowest : random.nextInt() >> 32 - bits;
        }
        return samples;
    }
}
