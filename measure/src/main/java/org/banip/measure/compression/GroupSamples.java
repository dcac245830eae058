package org.banip.measure.compression;

import org.banip.core.ban.SensorGroup;

/** All sensor sets of one group of a recording. Callers must not change the bytes. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupSamples(String recording, SensorGroup group, byte[] bytes) {
    int units() {
        return bytes.length / group.setBytes();
    }

    /** Number of samples of all channels. */
    long count() {
        return (long) units() * group.channels().size();
    }
}
