import java.util.List;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** One server of a cluster: its directory, name, ports of HTTP and of the cluster, the cluster's addresses and names. Lives as long as what reads from it. */
public class Node {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.setMaxHttpPort(65535);
    runner.onBuild((number, settings) -> {
      settings.put("node.name", args[1]);
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[2]);
      settings.put("transport.port", args[3]);
      settings.putList("discovery.seed_hosts", List.of(args[4].split(",")));
      settings.putList("cluster.initial_cluster_manager_nodes", List.of(args[5].split(",")));
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    }).build(OpenSearchRunner.newConfigs().basePath(args[0]).clusterName("sonde").numOfNode(1)
      .baseHttpPort(Integer.parseInt(args[2]) - 1).disableESLogger().printOnFailure());
    while (System.in.read() != -1) {}
    System.exit(0);
  }
}
