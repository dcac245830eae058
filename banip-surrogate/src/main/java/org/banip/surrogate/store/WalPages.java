package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** The pages that the database has before a frame of the write-ahead log: what the frame must suit. One thread. */
final class WalPages {
    private final Path database;
    private final FileChannel log;
    private final int pageBytes;
    /** Where the log has the last content of a page. */
    private final Map<Long, Long> positions = new HashMap<>();

    private long size;
    private long largest;

    WalPages(Path database, FileChannel log, int pageBytes) throws IOException {
        this.database = database;
        this.log = log;
        this.pageBytes = pageBytes;
        size = Files.size(database) / pageBytes;
        largest = size;
    }

    /** The frame at this place comes next. */
    void add(WalFrame frame, long position) {
        positions.put(frame.page(), position + WalFrame.HEADER);
        largest = Math.max(largest, frame.page());
        if (frame.pagesAfter() > 0) {
            size = frame.pagesAfter();
            largest = size;
        }
    }

    /** Whether it may follow. A store grows: after a commit, the database ends with its largest page. */
    boolean suits(WalFrame frame) {
        long after = Math.max(largest, frame.page());
        return frame.page() > 0
                && frame.page() <= largest + 1
                && (frame.pagesAfter() == 0 || frame.pagesAfter() == after);
    }

    /** How many bytes of its page are as before; -1 for a new page. */
    int alike(WalFrame frame) throws IOException {
        Long position = positions.get(frame.page());
        if (position != null) {
            return alike(frame.content(), log, position);
        }
        if (frame.page() > size) {
            return -1;
        }
        try (FileChannel file = FileChannel.open(database, StandardOpenOption.READ)) {
            return alike(frame.content(), file, (frame.page() - 1) * pageBytes);
        }
    }

    private static int alike(byte[] content, FileChannel channel, long position) throws IOException {
        ByteBuffer before = ByteBuffer.allocate(content.length);
        int unused = channel.read(before, position);
        int alike = 0;
        for (int at = 0; at < content.length; at++) {
            alike += before.get(at) == content[at] ? 1 : 0;
        }
        return alike;
    }
}
