package org.banip.app.demo;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.app.source.SignalSource;

/**
 * What a demo is to do.
 *
 * @param source what is streamed; it has an end
 * @param speed seconds of signal a second
 * @param uplink how packets travel
 * @param chain the transcoding chain
 * @param hostPort where the surrogate host listens on 127.0.0.1, 0 for any free port
 * @param wsbPort the same for the broker
 * @param keep where to leave the store; a temporary directory that is deleted if not given
 */
public record DemoSettings(
        SignalSource source,
        double speed,
        String uplink,
        String chain,
        int hostPort,
        int wsbPort,
        Optional<Path> keep) {}
