package org.banip.measure.peer.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.Frequency;

/**
 * The command line of both processes of a run.
 *
 * @param peer which one, of {@link Peers#names()}
 * @param address of the receiving host
 * @param port its port; 0 for the receiving process itself, which chooses one
 * @param bytesPerSecond uplink rate of the link, infinite without a link
 * @param folder for files
 * @param speed seconds of signal per second, infinite for full speed
 * @param source the signal
 */
public record RunArguments(
        String peer, String address, int port, double bytesPerSecond, Path folder, double speed, RunSource source) {
    /** The same for the sending process. */
    public RunArguments at(int listening) {
        return new RunArguments(peer, address, listening, bytesPerSecond, folder, speed, source);
    }

    /** The store's file. */
    public Path store() {
        return folder.resolve("store.db");
    }

    /** Arguments of a command line. */
    public List<String> toWords() {
        List<String> words = new ArrayList<>(List.of(
                "peer=" + peer,
                "address=" + address,
                "port=" + port,
                "bytesPerSecond=" + bytesPerSecond,
                "folder=" + folder,
                "speed=" + speed,
                "length=" + source.length().toNanos(),
                "passes=" + source.passes()));
        source.recording().ifPresent(file -> words.add("recording=" + file));
        source.frequency().ifPresent(frequency -> words.add("frequency=" + frequency));
        return words;
    }

    /** Reads such arguments. */
    static RunArguments parse(String... words) {
        Map<String, String> values = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        RunSource source = new RunSource(
                Optional.ofNullable(values.get("recording")).map(Path::of),
                Optional.ofNullable(values.get("frequency")).map(Frequency::parse),
                Duration.ofNanos(Long.parseLong(required(values, "length"))),
                Integer.parseInt(required(values, "passes")));
        return new RunArguments(
                required(values, "peer"),
                required(values, "address"),
                Integer.parseInt(required(values, "port")),
                Double.parseDouble(required(values, "bytesPerSecond")),
                Path.of(required(values, "folder")),
                Double.parseDouble(required(values, "speed")),
                source);
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + "=… is missing");
        }
        return value;
    }
}
