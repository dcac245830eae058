package org.banip.recordings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A signal specification line of a WFDB header (header(5)), with the defaults the specification gives to absent fields.
 *
 * @param fileName signal file, in the header's directory
 * @param format storage format as spelled, for example {@code 212}
 * @param coding what the format means
 * @param samplesPerFrame samples of this signal in each frame, at least 1
 * @param skew samples by which this signal is delayed in the file
 * @param byteOffset bytes before the first sample in the file
 * @param gain digital steps per physical unit, not 0
 * @param baseline digital value of physical zero
 * @param units physical unit as spelled
 * @param resolution bits of the converter
 * @param zero converter's output at mid-range
 * @param initialValue first sample, if stated
 * @param checksum sum of all samples modulo 2¹⁶, signed, if stated
 * @param blockSize block size as spelled
 * @param description what the signal is called
 */
record WfdbSignal(
        String fileName,
        String format,
        SampleCoding coding,
        int samplesPerFrame,
        long skew,
        long byteOffset,
        double gain,
        int baseline,
        String units,
        int resolution,
        int zero,
        OptionalInt initialValue,
        OptionalInt checksum,
        String blockSize,
        String description) {

    /** The fields by name, as {@link RecordedSignal} carries them. */
    Map<String, String> attributes() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("file", fileName);
        fields.put("format", format);
        fields.put("samples per frame", Integer.toString(samplesPerFrame));
        fields.put("skew", Long.toString(skew));
        fields.put("byte offset", Long.toString(byteOffset));
        fields.put("gain", Double.toString(gain));
        fields.put("baseline", Integer.toString(baseline));
        fields.put("units", units);
        fields.put("adc resolution", Integer.toString(resolution));
        fields.put("adc zero", Integer.toString(zero));
        initialValue.ifPresent(value -> fields.put("initial value", Integer.toString(value)));
        checksum.ifPresent(value -> fields.put("checksum", Integer.toString(value)));
        fields.put("block size", blockSize);
        return fields;
    }
}
