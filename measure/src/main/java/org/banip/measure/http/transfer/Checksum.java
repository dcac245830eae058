package org.banip.measure.http.transfer;

import java.util.zip.CRC32C;

/** CRC-32C of whole contents. */
public final class Checksum {
    private Checksum() {}

    /** Of these bytes. */
    public static int of(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
