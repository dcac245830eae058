package org.banip.recordings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A signal of an EDF header.
 *
 * @param label what it is called
 * @param transducer transducer type
 * @param dimension physical unit as spelled
 * @param physicalMin physical value of {@code digitalMin}, as spelled
 * @param physicalMax physical value of {@code digitalMax}, as spelled
 * @param digitalMin lowest digital value the header declares, as spelled
 * @param digitalMax highest digital value the header declares, as spelled
 * @param prefiltering filters applied
 * @param samplesPerRecord samples in each data record, at least 1
 * @param reserved the reserved field
 */
record EdfSignal(
        String label,
        String transducer,
        String dimension,
        String physicalMin,
        String physicalMax,
        String digitalMin,
        String digitalMax,
        String prefiltering,
        int samplesPerRecord,
        String reserved) {

    /** Whether it carries annotations of EDF+ or BDF+ instead of samples. */
    boolean isAnnotations() {
        return label.equals("EDF Annotations") || label.equals("BDF Annotations");
    }

    /** The fields by name, as {@link RecordedSignal} carries them. */
    Map<String, String> attributes() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("transducer type", transducer);
        fields.put("physical dimension", dimension);
        fields.put("physical minimum", physicalMin);
        fields.put("physical maximum", physicalMax);
        fields.put("digital minimum", digitalMin);
        fields.put("digital maximum", digitalMax);
        fields.put("prefiltering", prefiltering);
        fields.put("samples per record", Integer.toString(samplesPerRecord));
        fields.put("reserved", reserved);
        return fields;
    }
}
