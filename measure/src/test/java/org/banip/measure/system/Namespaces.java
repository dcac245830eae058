package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.banip.app.system.BanipProcess;

/** The network namespaces of emulated links, by whose they are. */
final class Namespaces {
    private static final Path SLOTS = Path.of("/run/banip-link");
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Namespaces() {}

    /** Waits until a process has this number of namespaces. */
    static List<Path> await(BanipProcess process, int count) {
        return Awaitility.await().atMost(PATIENCE).until(() -> of(process), found -> found.size() >= count);
    }

    /** A network's number is claimed by a file that holds its owner's process id. */
    static List<Path> of(BanipProcess process) {
        if (!Files.isDirectory(SLOTS)) {
            return List.of();
        }
        try (Stream<Path> slots = Files.list(SLOTS)) {
            return slots.filter(slot -> ownerOf(slot).equals(Long.toString(process.pid())))
                    .map(slot -> "banip" + slot.getFileName())
                    .flatMap(number -> Stream.of(number + "-mobile", number + "-fixed"))
                    .map(NAMESPACES::resolve)
                    .filter(Files::exists)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ownerOf(Path slot) {
        try {
            return Files.readString(slot).strip();
        } catch (IOException e) {
            return ""; // given back in the meantime
        }
    }

    /** Of those that a process had, none is its own any more; their numbers may have gone to other measurements on this machine. */
    static void assertGivenBack(List<Path> had, BanipProcess process) {
        assertThat(of(process)).isEmpty();
        assertThat(had)
                .allSatisfy(namespace -> assertThat(isOfSomebodyElse(namespace, process))
                        .as(namespace.toString())
                        .isTrue());
    }

    private static boolean isOfSomebodyElse(Path namespace, BanipProcess process) {
        String number = String.valueOf(namespace.getFileName()).replaceAll("banip(\\d+)-.*", "$1");
        String owner = ownerOf(SLOTS.resolve(number));
        return !Files.exists(namespace) || !owner.isEmpty() && !owner.equals(Long.toString(process.pid()));
    }

    /** Whether a namespace has the device of an emulated link. */
    static boolean hasDevice(Path namespace) throws IOException, InterruptedException {
        Process ip = new ProcessBuilder("ip", "-n", String.valueOf(namespace.getFileName()), "link", "show", "link0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return ip.waitFor() == 0;
    }
}
