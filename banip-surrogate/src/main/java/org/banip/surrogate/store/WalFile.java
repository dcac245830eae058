package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * SQLite's write-ahead log, before SQLite reads it (https://sqlite.org/fileformat.html, section 4). SQLite itself takes a damaged frame for the end
 * of the log and ignores the commits after it. Here, a frame in which a single bit is wrong is known by its checksum, and the log is given checksums
 * by which SQLite reads all of it; what the bit is part of then has a checksum of its own. A frame that is wrong in more bits, and the last one, is
 * what a power cut left of a commit. One thread.
 */
@SuppressWarnings("ByteBufferBackingArray") // each buffer is a whole array
final class WalFile {
    private static final int HEADER = 32;

    private final Path database;
    private final Path file;
    private final List<Damage> damages = new ArrayList<>();
    private final List<Correction> corrections = new ArrayList<>();

    /**
     * What is wrong.
     *
     * @param frame its number, from 1; 0 is the log's header
     * @param page the page of the database that it holds
     * @param correctable whether a single bit is wrong
     */
    record Damage(long frame, long page, boolean correctable) {
        String what(Path file) {
            String where = frame == 0 ? "the header" : "frame " + frame + " (page " + page + ")";
            return where + " of " + file + " is damaged, so SQLite would ignore all commits from there on; "
                    + (correctable
                            ? "a single bit is wrong, and the next host or export sees to it that they are read"
                            : "more than a bit is wrong, and nothing corrects it");
        }
    }

    /** Bytes that belong at a place of the file. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Correction(long position, byte[] bytes) {}

    private WalFile(Path database) {
        this.database = database;
        file = of(database);
    }

    /** The log of an SQLite file. */
    static Path of(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    /** Reads the log of an SQLite file; no damage if it has none. */
    static WalFile read(Path database) throws IOException {
        WalFile log = new WalFile(database);
        if (Files.exists(log.file) && Files.size(log.file) >= HEADER) {
            try (FileChannel channel = FileChannel.open(log.file, StandardOpenOption.READ)) {
                log.read(channel);
            }
        }
        return log;
    }

    Path file() {
        return file;
    }

    List<Damage> damages() {
        return damages;
    }

    boolean correctable() {
        return !corrections.isEmpty() && damages.stream().allMatch(Damage::correctable);
    }

    /** Writes the right bytes in place of the wrong ones. Nobody else may have the database open. */
    void correct() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (Correction correction : corrections) {
                ByteBuffer bytes = ByteBuffer.wrap(correction.bytes());
                while (bytes.hasRemaining()) {
                    int unused = channel.write(bytes, correction.position() + bytes.position());
                }
            }
            channel.force(true);
        }
    }

    private static Optional<ByteBuffer> bytes(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
            // on
        }
        return bytes.hasRemaining() ? Optional.empty() : Optional.of(bytes);
    }

    private void read(FileChannel channel) throws IOException {
        ByteBuffer header = bytes(channel, 0, HEADER).orElseThrow(() -> new IOException(file + " became shorter"));
        if (!WalFrame.headerFits(header)) {
            Optional<ByteBuffer> corrected = corrected(channel, header);
            if (corrected.isEmpty()) {
                return; // A power cut left it before it had a commit, or all frames are of an earlier round.
            }
            damages.add(new Damage(0, 0, true));
            header = corrected.get();
            corrections.add(new Correction(0, header.array()));
        }
        readFrames(channel, header);
    }

    /** The header with one bit changed so that it fits, also to the first frame: some pairs of bits have the same checksum. */
    private static Optional<ByteBuffer> corrected(FileChannel channel, ByteBuffer header) throws IOException {
        for (int bit = 0; bit < 8 * HEADER; bit++) {
            ByteBuffer candidate = WalFrame.flipped(header, bit);
            if (WalFrame.headerFits(candidate)) {
                Optional<ByteBuffer> first = bytes(channel, HEADER, WalFrame.length(candidate));
                if (first.isPresent() && WalFrame.of(first.get(), candidate).fits(WalFrame.Sum.ofHeader(candidate))) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    private void readFrames(FileChannel channel, ByteBuffer header) throws IOException {
        int length = WalFrame.length(header);
        WalPages pages = new WalPages(database, channel, length - WalFrame.HEADER);
        WalFrame.Sum sum = WalFrame.Sum.ofHeader(header);
        WalFrame.Sum written = sum;
        long position = HEADER;
        for (long number = 1; ; number++, position += length) {
            Optional<ByteBuffer> found = bytes(channel, position, length);
            if (found.isEmpty()) {
                return;
            }
            WalFrame frame = WalFrame.of(found.get(), header);
            WalFrame.Sum next = frame.sum(sum);
            if (!frame.fits(sum)) {
                WalFrame.Sum before = sum;
                Optional<ByteBuffer> after = bytes(channel, position + length, length);
                Optional<WalFrame> corrected = frame.corrected(before, pages);
                if (corrected.isEmpty()) {
                    if (after.isPresent() && WalFrame.of(after.get(), header).fits(frame.stored())) {
                        damages.add(new Damage(number, frame.page(), false));
                    }
                    return;
                }
                // The frames after it continue what it was written with.
                boolean sumIsWrong =
                        after.isPresent() && WalFrame.of(after.get(), header).fits(next);
                next = frame.hasSaltsOf(header) && !sumIsWrong ? frame.stored() : next;
                frame = sumIsWrong ? frame : corrected.get();
                damages.add(new Damage(number, frame.page(), true));
            }
            sum = next;
            written = frame.sum(written);
            if (damages.stream().anyMatch(damage -> damage.frame() > 0)) {
                corrections.add(
                        new Correction(position, frame.with(written, header).array()));
            }
            pages.add(frame, position);
        }
    }
}
