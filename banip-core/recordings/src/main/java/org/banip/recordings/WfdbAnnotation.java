package org.banip.recordings;

/**
 * A mark in a recording, as a person or a program set it: a beat, a rhythm, a note.
 *
 * @param sample number of the frame that it belongs to, from 0 on
 * @param code what it marks, 0 to 49 ({@code ecgcodes.h} of WFDB): 1 is a normal beat, 28 a change of rhythm
 * @param subtype a number whose meaning depends on the code, −128 to 127
 * @param channel number of the signal, 0 to 255
 * @param number a number for the user, −128 to 127
 * @param text a text, for example {@code (N}, without the zero byte that may end it; empty if there is none
 */
public record WfdbAnnotation(long sample, int code, int subtype, int channel, int number, String text) {
    private static final int LAST_PLAIN_BEAT = 13;
    private static final int BUNDLE_BRANCH_BLOCK = 25;
    private static final int LEARNING = 30;
    private static final int ATRIAL_ESCAPE = 34;
    private static final int SUPRAVENTRICULAR_ESCAPE = 35;
    private static final int PACED_FUSION = 38;
    private static final int R_ON_T = 41;

    /** Whether it marks a beat of any kind. */
    public boolean isBeat() {
        switch (code) {
            case BUNDLE_BRANCH_BLOCK:
            case LEARNING:
            case ATRIAL_ESCAPE:
            case SUPRAVENTRICULAR_ESCAPE:
            case PACED_FUSION:
            case R_ON_T:
                return true;
            default:
                return code >= 1 && code <= LAST_PLAIN_BEAT;
        }
    }

    WfdbAnnotation withSubtype(int other) {
        return new WfdbAnnotation(sample, code, other, channel, number, text);
    }

    WfdbAnnotation withChannel(int other) {
        return new WfdbAnnotation(sample, code, subtype, other, number, text);
    }

    WfdbAnnotation withNumber(int other) {
        return new WfdbAnnotation(sample, code, subtype, channel, other, text);
    }

    WfdbAnnotation withText(String other) {
        return new WfdbAnnotation(sample, code, subtype, channel, number, other);
    }
}
