package org.banip.measure.peer.mqtt;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.measure.peer.transport.InFlight;
import org.banip.measure.peer.transport.Programs;
import org.banip.measure.peer.transport.ServerProgram;

/** Starts a Mosquitto, with its persistence and log in a folder. */
final class Mosquitto {
    private Mosquitto() {}

    /** Its path, if it is installed. */
    static Optional<Path> executable() {
        return Programs.find("mosquitto", "/usr/sbin", "/usr/local/sbin");
    }

    /**
     * Starts Mosquitto at a free port.
     *
     * @param savesEachChange whether its file is written after each change; otherwise only at times, and at its end
     */
    static ServerProgram start(String host, Path folder, boolean savesEachChange)
            throws IOException, InterruptedException {
        Path executable =
                executable().orElseThrow(() -> new IOException("the broker mosquitto is not on this machine"));
        InetSocketAddress address = ServerProgram.freeAddress(host);
        Path settings = Files.write(folder.resolve("mosquitto.conf"), settings(address, folder, savesEachChange));
        return ServerProgram.start(
                List.of(executable.toString(), "-c", settings.toString()),
                address,
                folder.resolve("mosquitto.log"),
                " running");
    }

    private static List<String> settings(InetSocketAddress address, Path folder, boolean savesEachChange) {
        List<String> lines = new ArrayList<>(List.of(
                "listener " + address.getPort() + " " + address.getHostString(),
                "allow_anonymous true",
                "persistence true",
                "persistence_location " + folder.toAbsolutePath() + "/",
                "set_tcp_nodelay true",
                // the receive maximum of each client, which Mosquitto announces
                "max_inflight_messages " + InFlight.MOST,
                // nothing is dropped while the subscriber stores
                "max_queued_messages 0",
                "log_dest stderr",
                "log_type error",
                "log_type warning",
                "log_type information"));
        if (savesEachChange) {
            lines.addAll(List.of("autosave_on_changes true", "autosave_interval 1"));
        }
        if ("root".equals(System.getProperty("user.name"))) {
            lines.add("user root"); // it would change to another user, who may not write to the folder
        }
        return lines;
    }
}
