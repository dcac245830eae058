package org.banip.app.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;

/** Starts the MBU of a demo. */
final class DemoMbu {
    private DemoMbu() {}

    static MobileBaseUnit start(
            DemoSettings settings,
            DemoBroker broker,
            List<PathSettings> paths,
            SamplingSchedule schedule,
            SteadyClock clock,
            List<Sensor> sensors) {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(broker.uri())
                .http(broker.http())
                .credentials(broker.credentials())
                .ban(DemoBroker.IDENTITY)
                .chain(settings.chain())
                .transcoders(Transcoders.installed())
                .uplink(settings.uplink())
                .sendWindow(settings.sendWindow())
                .clock(clock)
                .origin(Instant.ofEpochSecond(0, schedule.originNanos()))
                .speed(schedule.speed())
                .startTimeout(Duration.ZERO);
        settings.acknowledgeWithin().ifPresent(builder::acknowledgeWithin);
        if (!paths.isEmpty()) {
            builder.allowPlain(); // the links are inside this machine
        }
        paths.forEach(builder::path);
        sensors.forEach(builder::sensor);
        return builder.start();
    }
}
