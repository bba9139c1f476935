module m;
  function automatic [7:0] twice;
    input [7:0] x;
    begin
      twice = 2 * x;
    end
  endfunction
  task run(input a);
    #1;
  endtask
endmodule
