package org.banip.emulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A number that no other emulated network of this machine has at the same time. Names and addresses follow from it.
 *
 * <p>The owner holds a lock on a file that has its process id. The kernel releases the lock when the owner dies. The next process that gets the lock
 * removes what the owner left behind. The files stay, because a lock on a deleted file is useless.
 */
final class Slot implements AutoCloseable {
    static final int COUNT = 100;

    private static final Path FOLDER = Path.of("/run/banip-link");

    /** Slots of this process. It must not open their files again, because a process that closes any channel to a file loses its lock on it. */
    private static final Set<Integer> OWN = ConcurrentHashMap.newKeySet();

    private final int number;
    private final FileChannel channel;

    private Slot(int number, FileChannel channel) {
        this.number = number;
        this.channel = channel;
    }

    /** Takes the first free slot. */
    static Slot claim() throws IOException {
        for (int number = 0; number < COUNT; number++) {
            Optional<Slot> slot = tryClaim(number);
            if (slot.isPresent()) {
                return slot.get();
            }
        }
        throw new IOException("all " + COUNT + " emulated networks that this machine may have are there");
    }

    /** Takes this slot, if it is free. */
    static Optional<Slot> tryClaim(int number) throws IOException {
        if (!OWN.add(number)) {
            return Optional.empty();
        }
        Optional<Slot> slot = Optional.empty();
        try {
            slot = lock(number);
            return slot;
        } finally {
            if (slot.isEmpty()) {
                OWN.remove(number);
            }
        }
    }

    private static Optional<Slot> lock(int number) throws IOException {
        Files.createDirectories(FOLDER);
        FileChannel channel = FileChannel.open(
                FOLDER.resolve(Integer.toString(number)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            return Optional.empty();
        }
        channel.truncate(0);
        String owner = ProcessHandle.current().pid() + "\n";
        channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.US_ASCII)));
        return Optional.of(new Slot(number, channel));
    }

    int number() {
        return number;
    }

    /** Releases the slot. */
    @Override
    public void close() throws IOException {
        try {
            channel.truncate(0);
        } finally {
            channel.close();
            OWN.remove(number);
        }
    }
}
