package org.banip.measure.compression;

/** Decoded data differ from the encoded data. */
final class RoundTripException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    RoundTripException(Method method, GroupSamples samples, String where) {
        super(method.name() + " does not give back " + samples.recording() + ": " + where);
    }

    /** Compares decoded bytes with the samples from an offset on. */
    static void check(Method method, GroupSamples samples, int from, byte[] decoded, int length) {
        for (int i = 0; i < length; i++) {
            if (from + i >= samples.bytes().length || decoded[i] != samples.bytes()[from + i]) {
                throw new RoundTripException(
                        method, samples, "byte " + (from + i) + " of " + samples.bytes().length + " differs");
            }
        }
    }

    /** Checks that no byte is missing. */
    static void checkEnd(Method method, GroupSamples samples, int end) {
        if (end != samples.bytes().length) {
            throw new RoundTripException(
                    method, samples, "it ends after " + end + " of " + samples.bytes().length + " bytes");
        }
    }
}
