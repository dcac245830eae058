package org.banip.mbu.send;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.FindingListener;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.command.CommandPlan;
import org.banip.mbu.interconnect.PathSetup;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuListener;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.SpoolLog;

/**
 * What a send path needs. The caller has checked it.
 *
 * @param registration the BAN, and what the MBU requests from the host
 * @param firstGroups how many of the BAN's groups the app has described; an earlier process added the others
 * @param sources the source of each group's sensor sets
 * @param chains the chain of each group
 * @param olderChain common chain for a host that does not know that of the registration, and decodes the same packets; empty if there is none
 * @param transcoders the transcoders that chain texts may name
 * @param schedule of the sensors that the MBU reads
 * @param spool the bounds of the spool
 * @param policy settings of the send policy
 * @param thinned names of the groups that may be thinned
 * @param spoolLog makes the spool
 * @param paths the ways to the broker; at least one
 * @param pathPolicy how several paths share the work
 * @param schedulers the scheduler of each service class
 * @param clock of all parts
 * @param threadSuffix distinguishes this MBU's threads from those of others
 * @param reconnect the waits between attempts
 * @param random for those waits
 * @param sendWindow what each link may have under way beyond its path's own round trip, as a time; zero for no limit
 * @param commands what the MBU does for the host's commands
 * @param deregister whether closing also ends the interconnect at the host
 * @param listener gets the events, if there is one
 * @param detection what watches the sensor sets, if anything does
 */
public record SendPathSetup(
        RegistrationRequest registration,
        int firstGroups,
        List<Source> sources,
        List<TranscodingChain> chains,
        Optional<String> olderChain,
        Transcoders transcoders,
        SamplingSchedule schedule,
        SpoolSettings spool,
        SendPolicySettings policy,
        Set<String> thinned,
        SpoolLog.Factory spoolLog,
        List<PathSetup> paths,
        PathPolicySettings pathPolicy,
        Map<ServiceClass, PathScheduler> schedulers,
        SteadyClock clock,
        String threadSuffix,
        ReconnectSettings reconnect,
        Random random,
        Duration sendWindow,
        CommandPlan commands,
        boolean deregister,
        Optional<MbuListener> listener,
        Optional<Detection> detection) {
    /**
     * The source of a group's sensor sets.
     *
     * @param sensor read by the MBU; empty if the sensor sets come from the app
     * @param policy for the case that there is no room
     * @param outOfRange whether the app may offer samples outside the digital range
     */
    public record Source(Optional<Sensor> sensor, FullPolicy policy, boolean outOfRange) {}

    /**
     * The MBU's detectors. The BAN then has the group of {@link org.banip.alerts.finding.FindingEvent}.
     *
     * @param rules fit the BAN
     * @param listener is told of findings
     */
    public record Detection(AlertRules rules, FindingListener listener) {}

    /**
     * A group that is added while the MBU runs, or is there since an earlier process added it.
     *
     * @param group the group
     * @param source of its sensor sets
     * @param chain its chain
     * @param registration with the group behind all others
     */
    public record Addition(
            SensorGroup group, Source source, TranscodingChain chain, RegistrationRequest registration) {}
}
