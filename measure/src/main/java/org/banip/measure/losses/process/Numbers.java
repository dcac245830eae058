package org.banip.measure.losses.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of numbers, eight bytes each, which is only appended to. A number that was added survives the end of the process. Any thread. */
public final class Numbers implements Closeable {
    private final FileChannel channel;

    private Numbers(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens the file; creates it if it does not exist. What a killed process has begun to write is cut off. */
    public static Numbers open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Numbers numbers = new Numbers(channel);
        numbers.cut(channel.size() / Long.BYTES * Long.BYTES);
        return numbers;
    }

    private void cut(long size) throws IOException {
        channel.truncate(size);
        channel.position(size);
    }

    /**
     * Adds a number. If that fails, the file is as it was.
     *
     * @param synced whether it must be on the disk
     */
    public synchronized void add(long number, boolean synced) throws IOException {
        long before = channel.position();
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).putLong(0, number);
        boolean written = false;
        try {
            while (bytes.hasRemaining()) {
                int unused = channel.write(bytes);
            }
            if (synced) {
                channel.force(false);
            }
            written = true;
        } finally {
            if (!written) {
                cut(before);
            }
        }
    }

    /** All numbers of a file, in their order; none if there is no file. */
    public static List<Long> read(Path file) throws IOException {
        List<Long> all = new ArrayList<>();
        if (Files.exists(file)) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            while (bytes.remaining() >= Long.BYTES) {
                all.add(bytes.getLong());
            }
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
