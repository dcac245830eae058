package org.banip.mbu.send;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spi.MbuListener;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.spool.SpoolLog;

/**
 * What a send path is made of; checked by who makes it.
 *
 * @param registration who the BAN is, and what is wanted of the host
 * @param sources per group where its sensor sets come from
 * @param chains per group the chain
 * @param transcoders what chain texts are read with
 * @param schedule of the sensors that the MBU reads
 * @param spool its bounds
 * @param thinned names of the groups that may be thinned
 * @param spoolLog makes the spool
 * @param uplinks make the uplinks, one a link
 * @param context for the uplink; its clock is everybody's
 * @param reconnect how long to wait between tries
 * @param random for those waits
 * @param commands carries out the host's commands, if the app takes any
 * @param deregister whether to end the interconnect at the host in the end
 * @param listener takes the events, if somebody does
 */
public record SendPathSetup(
        RegistrationRequest registration,
        List<Source> sources,
        List<TranscodingChain> chains,
        Transcoders transcoders,
        SamplingSchedule schedule,
        SpoolSettings spool,
        Set<String> thinned,
        SpoolLog.Factory spoolLog,
        List<UplinkFactory> uplinks,
        UplinkContext context,
        ReconnectSettings reconnect,
        Random random,
        Optional<CommandHandler> commands,
        boolean deregister,
        Optional<MbuListener> listener) {
    /**
     * Where a group's sensor sets come from.
     *
     * @param sensor read by the MBU; empty if the app brings the sensor sets
     * @param policy what happens when there is no room
     * @param outOfRange whether the app may bring samples outside the digital range
     */
    public record Source(Optional<Sensor> sensor, FullPolicy policy, boolean outOfRange) {}

    List<SensorGroup> groups() {
        return registration.ban().groups();
    }
}
