package org.banip.measure.peer.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.banip.core.packet.Packet;

/** Compression by the application, message by message. Any thread. */
public enum Compression {
    /** No compression. */
    NONE {
        @Override
        OutputStream compressing(OutputStream out) {
            return out;
        }

        @Override
        InputStream expanding(InputStream in) {
            return in;
        }
    },
    /** Deflate without a head (RFC 1951), level 6. */
    DEFLATE {
        @Override
        OutputStream compressing(OutputStream out) {
            Deflater deflater = new Deflater(LEVEL, true);
            return new DeflaterOutputStream(out, deflater) {
                @Override
                public void close() throws IOException {
                    super.close();
                    deflater.end();
                }
            };
        }

        @Override
        InputStream expanding(InputStream in) {
            Inflater inflater = new Inflater(true);
            return new InflaterInputStream(in, inflater) {
                @Override
                public void close() throws IOException {
                    super.close();
                    inflater.end();
                }
            };
        }
    },
    /** Gzip (RFC 1952). */
    GZIP {
        @Override
        OutputStream compressing(OutputStream out) throws IOException {
            return new GZIPOutputStream(out);
        }

        @Override
        InputStream expanding(InputStream in) throws IOException {
            return new GZIPInputStream(in);
        }
    };

    private static final int LEVEL = 6;

    abstract OutputStream compressing(OutputStream out) throws IOException;

    abstract InputStream expanding(InputStream in) throws IOException;

    /** The compressed message. */
    public byte[] compress(byte[] message) {
        if (this == NONE) {
            return message;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(message.length);
        try (OutputStream out = compressing(bytes)) {
            out.write(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The message as it was.
     *
     * @throws UncheckedIOException if it is malformed, or larger than a packet may be
     */
    public byte[] expand(byte[] compressed) {
        if (this == NONE) {
            return compressed;
        }
        try (InputStream in = expanding(new ByteArrayInputStream(compressed))) {
            byte[] message = in.readNBytes(Packet.MAX_DECODED);
            if (in.read() >= 0) {
                throw new IOException("a message of more than " + Packet.MAX_DECODED + " bytes");
            }
            return message;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
