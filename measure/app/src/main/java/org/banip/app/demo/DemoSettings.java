package org.banip.app.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.source.SignalSource;

/**
 * Settings of a demo.
 *
 * @param source the signal, of finite length
 * @param speed seconds of signal per second
 * @param uplink name of the uplink
 * @param chain the transcoding chain
 * @param sendWindow what the MBU may have under way beyond the path's own round trip; zero without a limit
 * @param acknowledgeWithin how long the host may let an acknowledgement wait for others; empty for the MBU's own default
 * @param hostPort port of the surrogate host on 127.0.0.1, 0 for any free port
 * @param wsbPort the same for the broker
 * @param tls whether all parts talk TLS, with certificates of the demo's own
 * @param paths names of the emulated links between MBU and broker, the first of which dies in the middle; none for loopback
 * @param keep folder for the store; if absent, a temporary folder that is deleted
 */
public record DemoSettings(
        SignalSource source,
        double speed,
        String uplink,
        String chain,
        Duration sendWindow,
        Optional<Duration> acknowledgeWithin,
        int hostPort,
        int wsbPort,
        boolean tls,
        List<String> paths,
        Optional<Path> keep) {
    /** Copies the list, and checks the paths. */
    public DemoSettings {
        paths = List.copyOf(paths);
        DemoNetwork.check(paths);
    }
}
